/** How long an own message may be changed, and deleted. Milliseconds. */
export const EDIT_MS = 15 * 60_000
export const DELETE_MS = 24 * 3_600_000

export interface OwnMessage {
  kind: string
  isDeleted: boolean
  /** Epoch milliseconds. */
  createdAt: number
}

export const mayEdit = ({ kind, isDeleted, createdAt }: OwnMessage, now: number): boolean =>
  kind === 'text' && !isDeleted && now - createdAt <= EDIT_MS

export const mayDelete = ({ kind, isDeleted, createdAt }: OwnMessage, now: number): boolean =>
  kind === 'text' && !isDeleted && now - createdAt <= DELETE_MS

/** Who made the group or was made its admin, and admins of the company who are in it. */
export const mayManage = (member: { isAdmin: boolean }, profile: string): boolean =>
  member.isAdmin || profile === 'admin'
