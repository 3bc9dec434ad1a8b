import type { ViewSharing } from './contract.ts'

/** Who asks. */
export interface Caller {
  /** Null for the operator, who has no views of their own here. */
  userId: number | null
  isAdmin: boolean
}

/** One's own, or as an admin what is shared. */
export const mayEdit = (
  { userId, isAdmin }: Caller,
  { sharing, ownerId }: { sharing: ViewSharing; ownerId: number | null },
): boolean => (sharing === 'mine' ? userId !== null && ownerId === userId : isAdmin)

/** Everybody keeps views for themselves; admins alone share them. */
export const mayShare = ({ userId, isAdmin }: Caller, sharing: ViewSharing): boolean =>
  sharing === 'mine' ? userId !== null : isAdmin
