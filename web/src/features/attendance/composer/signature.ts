/** The agent's name in bold on a line of its own above the text (api-shapes §7). */
export const signed = (text: string, name: string): string =>
  text.trim() === '' ? text : `*${name.replaceAll('*', '').trim()}*:\n${text}`

/** The text without a signature: beside the name of the sender it would say the same twice. */
export const unsigned = (text: string): string => text.replace(/^\*[^*\n]{1,80}\*:\r?\n/, '')
