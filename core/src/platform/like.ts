/** A text of a user as it must stand in a LIKE pattern, its own wildcards taken literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
