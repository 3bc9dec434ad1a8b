const SIGNATURE = /^\*[^*\n]{1,80}\*:\r?\n/

/** The name in bold on a line of its own above a text (api-shapes §7); a text that has it already stays as it is. */
export function signed(text: string, name: string): string {
  const line = `*${name.replaceAll('*', '').trim()}*:\n`
  return text.trim() === '' || text.replace('\r\n', '\n').startsWith(line) ? text : line + text
}

/** A text as it may be changed to: the signature that it had stays above it. */
export function resigned(text: string, before: string): string {
  const [line] = SIGNATURE.exec(before) ?? []
  return line === undefined || SIGNATURE.test(text) ? text : line + text
}
