/** An answer of the Bot API with `ok: false`. */
export class Problem extends Error {
  readonly status: number
  readonly parameters: Record<string, unknown> | undefined

  constructor(status: number, description: string, parameters?: Record<string, unknown>) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

export const badRequest = (what: string, parameters?: Record<string, unknown>) =>
  new Problem(400, `Bad Request: ${what}`, parameters)
