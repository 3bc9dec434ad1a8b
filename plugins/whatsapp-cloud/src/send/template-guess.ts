/**
 * Components for a template that Meta would not show us: from the names of the variables alone. Its refusal, if there
 * is one, says more than we could.
 */
export function guessComponents(variables: Readonly<Record<string, string>>): object[] {
  const buttons = namesBehind(variables, 'button.').map((at) => ({
    type: 'button',
    sub_type: 'url',
    index: at,
    parameters: [{ type: 'text', text: variables[`button.${at}`] ?? '' }],
  }))
  return [...partOf(variables, 'header'), ...partOf(variables, 'body'), ...buttons]
}

function partOf(variables: Readonly<Record<string, string>>, type: 'header' | 'body'): object[] {
  const parameters = namesBehind(variables, `${type}.`).map((name) => ({
    type: 'text',
    ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    text: variables[`${type}.${name}`] ?? '',
  }))
  return parameters.length > 0 ? [{ type, parameters }] : []
}

const namesBehind = (variables: Readonly<Record<string, string>>, prefix: string): string[] =>
  Object.keys(variables)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort((a, b) => Number(a) - Number(b))
