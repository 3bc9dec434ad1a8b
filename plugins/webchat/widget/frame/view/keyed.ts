export interface Row {
  key: string
  /** Everything the row's look depends on: the same text means the same element. */
  look: string
  build(): HTMLElement
}

/** Brings the children of `parent` in line with the rows, touching only what changed, so that focus and text selection stay. */
export function createKeyed(parent: HTMLElement) {
  let drawn = new Map<string, { look: string; element: HTMLElement }>()

  return function draw(rows: readonly Row[]): void {
    const next = new Map<string, { look: string; element: HTMLElement }>()
    let place: ChildNode | null = parent.firstChild
    for (const row of rows) {
      const old = drawn.get(row.key)
      const element = old && old.look === row.look ? old.element : row.build()
      if (old && old.element !== element) {
        if (place === old.element) place = element
        old.element.replaceWith(element)
      }
      next.set(row.key, { look: row.look, element })
      if (place === element) place = element.nextSibling
      else parent.insertBefore(element, place)
    }
    for (const [key, { element }] of drawn) if (!next.has(key)) element.remove()
    drawn = next
  }
}
