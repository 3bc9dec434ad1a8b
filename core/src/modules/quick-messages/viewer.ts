import type { Scope } from '../../platform/db/scope.ts'
import type { TextViewer } from './policy.ts'

export const textViewer = ({ actor }: Scope): TextViewer =>
  actor.kind === 'user' ? { userId: actor.userId, profile: actor.profile } : { userId: null, profile: 'admin' }
