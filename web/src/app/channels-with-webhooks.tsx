import { Screen as ChannelsScreen } from '../features/channels/channels-screen.tsx'
import { WebhookSection } from '../features/webhooks/webhook-section.tsx'

/** Channels, each with its webhook. */
export const Screen = () => <ChannelsScreen sections={(channel) => <WebhookSection channel={channel} />} />
