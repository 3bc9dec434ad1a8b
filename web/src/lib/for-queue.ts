/** Those that are offered for tickets of a queue: its own, and those that belong to no queue in particular. */
export const forQueue = <T extends { queueIds: readonly number[] }>(all: readonly T[], queueId: number | null): T[] =>
  all.filter(({ queueIds }) => queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId)))
