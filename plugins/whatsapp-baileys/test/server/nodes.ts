import type { BinaryNode } from '@whiskeysockets/baileys'

export type Attributes = Record<string, string | number | undefined>

/** A stanza; attributes without a value are left out. */
export function node(tag: string, attrs: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const present = Object.entries(attrs).filter(([, value]) => value !== undefined)
  return {
    tag,
    attrs: Object.fromEntries(present.map(([name, value]) => [name, String(value)])),
    ...(content === undefined ? {} : { content }),
  }
}

export const children = ({ content }: BinaryNode): BinaryNode[] => (Array.isArray(content) ? content : [])
export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  parent && children(parent).find((one) => one.tag === tag)
export const childrenOf = (parent: BinaryNode | undefined, tag: string): BinaryNode[] =>
  parent ? children(parent).filter((one) => one.tag === tag) : []
export const bytesOf = (one: BinaryNode | undefined): Buffer =>
  one?.content instanceof Uint8Array ? Buffer.from(one.content) : Buffer.from(String(one?.content ?? ''))

/** A number as WhatsApp writes ids: big-endian in so many bytes. */
export function bigEndian(value: number, length: number): Buffer {
  const out = Buffer.alloc(length)
  out.writeUIntBE(value, 0, length)
  return out
}
