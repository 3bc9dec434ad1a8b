import { SessionRecord } from 'libsignal'

interface Session {
  indexInfo: { closed: number; baseKey: Buffer }
}
interface SessionMethods {
  sessions: Record<string, Session>
  closeSession(session: Session): void
  openSession(session: Session): void
  removeOldSessions(): void
}

const MOST_SESSIONS = 40
let isQuiet = false

/**
 * libsignal 6.0.0 prints sessions to the console when it opens, closes or drops one, private keys included. The three
 * methods that do so get bodies with the same effect and no output; the class is the library's, so once is for all.
 */
export function keepSignalQuiet(): void {
  if (isQuiet) return
  isQuiet = true
  const methods: Pick<SessionMethods, 'closeSession' | 'openSession' | 'removeOldSessions'> & ThisType<SessionMethods> =
    {
      closeSession(session) {
        if (session.indexInfo.closed === -1) session.indexInfo.closed = Date.now()
      },
      openSession(session) {
        session.indexInfo.closed = -1
      },
      removeOldSessions() {
        const closed = Object.entries(this.sessions)
          .filter(([, { indexInfo }]) => indexInfo.closed !== -1)
          .sort(([, a], [, b]) => a.indexInfo.closed - b.indexInfo.closed)
        const surplus = Math.max(0, Object.keys(this.sessions).length - MOST_SESSIONS)
        for (const [key] of closed.slice(0, surplus)) delete this.sessions[key]
      },
    }
  Object.assign(SessionRecord.prototype, methods)
}
