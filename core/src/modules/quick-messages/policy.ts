import type { Profile } from '../auth/contract.ts'

interface Owned {
  userId: number | null
  showAll: boolean
}

export interface TextViewer {
  /** Null for the operator, who sees everything. */
  userId: number | null
  profile: Profile
}

/** Own texts and those shown to all; admins also what people left behind who are gone. */
export const seesText = ({ userId, profile }: TextViewer, text: Owned): boolean =>
  text.showAll || text.userId === userId || (text.userId === null && profile === 'admin')

/** Owners change their own, admins whatever they see. */
export const mayChangeText = (viewer: TextViewer, text: Owned): boolean =>
  seesText(viewer, text) && (viewer.profile === 'admin' || text.userId === viewer.userId)
