/** Without accents and case, for finding: "Configurações" → "configuracoes". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word of `wanted` occurs in `text`. */
export const found = (text: string, wanted: string): boolean => {
  const hay = fold(text)
  return fold(wanted)
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
