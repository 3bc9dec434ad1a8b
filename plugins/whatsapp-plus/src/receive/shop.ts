import { clip, type Loose } from '@recado/loose-json'
import type { Content } from '@recado/sdk'
import { inner, nameText, textOf, wholeOf } from './fields.ts'
import type { Reader } from './proto.ts'

type Row = [label: string, value: string | undefined]

/** Contents with several named values: orders, products, events. */
export const readForm = {
  order(value: Loose, { t }: Reader): Content | null {
    return form(textOf(value, 'orderTitle') ?? t('form.order'), [
      [t('form.items'), textOf(value, 'itemCount')],
      [t('form.total'), money(value, 'totalAmount1000', 'totalCurrencyCode')],
      [t('form.note'), textOf(value, 'message')],
    ])
  },

  product(value: Loose, { t }: Reader): Content | null {
    const product = inner(value, 'product')
    return form(textOf(product, 'title') ?? t('form.product'), [
      [t('form.description'), textOf(product, 'description')],
      [t('form.price'), money(product, 'priceAmount1000', 'currencyCode')],
      [t('form.code'), textOf(product, 'retailerId')],
      [t('form.link'), textOf(product, 'url')],
      [t('form.note'), textOf(value, 'body')],
    ])
  },

  event(value: Loose, { t }: Reader): Content | null {
    const start = wholeOf(value, 'startTime')
    return form(textOf(value, 'name') ?? t('form.event'), [
      [t('form.description'), textOf(value, 'description')],
      [t('form.start'), start === undefined ? undefined : new Date(clampSeconds(start) * 1000).toISOString()],
      [t('form.place'), textOf(inner(value, 'location'), 'name')],
      [t('form.link'), textOf(value, 'joinLink')],
    ])
  },
}

/** Dates end in the year 275760; nobody plans beyond. */
const clampSeconds = (seconds: number) => Math.min(seconds, 8_640_000_000_000)

function form(title: string, rows: Row[]): Content {
  const fields = rows.flatMap(([label, value]) => (value ? [{ label, value: clip(value, 4096) }] : []))
  const named = nameText(title)
  return { type: 'form', ...(named ? { title: named } : {}), fields }
}

/** Amounts are told in thousandths. */
function money(of: Loose, amount: string, currency: string): string | undefined {
  const thousandths = wholeOf(of, amount)
  if (thousandths === undefined) return undefined
  return [textOf(of, currency), (thousandths / 1000).toFixed(2)].filter(Boolean).join(' ')
}
