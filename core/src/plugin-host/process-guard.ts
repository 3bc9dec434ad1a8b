import { currentPlugin } from './plugin-scope.ts'

export interface LeakSink {
  /** A rejection nobody handled, or an exception out of a timer, that a plugin left behind. */
  leaked(pluginId: string, instance: string | null, what: 'promise' | 'exception', error: unknown): void
}

/**
 * Keeps what a plugin leaves behind from ending the process: it is recorded as a defect of the plugin. Everything
 * else goes to `onFault`, which must treat it as it deserves: log, drain, exit (reliability M-35).
 * Answers what takes the guard away again.
 */
export function guardProcess(
  sink: LeakSink,
  onFault: (what: 'promise' | 'exception', error: unknown) => void,
  target: Pick<NodeJS.Process, 'on' | 'off'> = process,
): () => void {
  const guard = (what: 'promise' | 'exception') => (error: unknown) => {
    const plugin = currentPlugin()
    if (plugin) sink.leaked(plugin.pluginId, plugin.instance, what, error)
    else onFault(what, error)
  }
  const onRejection = guard('promise')
  const onException = guard('exception')
  target.on('unhandledRejection', onRejection)
  target.on('uncaughtException', onException)
  return () => {
    target.off('unhandledRejection', onRejection)
    target.off('uncaughtException', onException)
  }
}
