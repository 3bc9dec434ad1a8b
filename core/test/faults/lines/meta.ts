import { startMessenger } from '@recado/plugin-facebook/stand-in'
import { type MetaStandIn, startInstagram } from '@recado/plugin-instagram/stand-in'
import { startCloudApi } from '@recado/plugin-whatsapp-cloud/stand-in'
import { bytesOf } from '@recado/sdk/testing'
import { newPhone } from '../../rich-company.ts'
import { type Line, lastLine, post, register } from './line.ts'

/** Meta comes again with every hook that was not taken, the echoes of our own messages included. */
export async function startCloud(): Promise<Line> {
  const cloud = await startCloudApi()
  cloud.webhooks.insist(50)
  const people = register((name) => cloud.addPerson({ waId: newPhone(), name }))
  const { phoneNumberId, businessAccountId, appId, appSecret, token: accessToken } = cloud
  return {
    type: 'whatsapp-cloud',
    settings: { phoneNumberId, businessAccountId, accessToken, appId, appSecret, webhook: 'own', typing: false },
    env: { RECADO_ENDPOINT_WHATSAPP_CLOUD_GRAPH: cloud.url, RECADO_ENDPOINT_WHATSAPP_CLOUD_MEDIA: cloud.url },
    says: (customer, text) => cloud.webhooks.taken(cloud.userSays(people.of(customer), text).delivery),
    taken: () =>
      cloud.sent.items.map(({ to, text }) => ({
        customer: people.nameOf(({ waId }) => waId === to),
        text: lastLine(text),
      })),
    close: () => cloud.close(),
  }
}

export async function startInstagramLine(): Promise<Line> {
  const meta = await startInstagram({ echo: 'after' })
  return metaLine(meta, 'instagram', {
    RECADO_ENDPOINT_INSTAGRAM_GRAPH: meta.url,
    RECADO_ENDPOINT_INSTAGRAM_INSTAGRAM: meta.url,
    RECADO_ENDPOINT_INSTAGRAM_DIALOG: meta.url,
  })
}

export async function startFacebookLine(): Promise<Line> {
  const meta = await startMessenger({ echo: 'after' })
  return metaLine(meta, 'facebook', {
    RECADO_ENDPOINT_FACEBOOK_GRAPH: meta.url,
    RECADO_ENDPOINT_FACEBOOK_DIALOG: meta.url,
  })
}

function metaLine(meta: MetaStandIn, type: string, env: Record<string, string>): Line {
  const people = register((name) => meta.person({ name }))
  return {
    type,
    settings: {
      access: 'token',
      accountId: meta.account.id,
      accessToken: meta.token,
      appSecret: meta.app.secret,
      verifyToken: 'palavra-nossa',
      comments: false,
      humanAgent: false,
    },
    env,
    connected: (hookUrl) =>
      meta.deliverTo(({ headers = {}, body }) =>
        post(hookUrl, { 'content-type': 'application/json', ...headers }, Buffer.from(bytesOf(body))),
      ),
    async says(customer, text) {
      await people.of(customer).says(text)
    },
    taken: () =>
      meta.sent.items.map(({ to, message }) => ({
        customer: people.nameOf(({ id }) => id === to),
        text: lastLine(message.text),
      })),
    close: () => meta.close(),
  }
}
