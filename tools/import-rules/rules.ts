import type { Import } from './imports.ts'

export interface Rule {
  why: string
  /** Files that the rule speaks of. */
  from: RegExp
  except?: RegExp
  /** What they may not import. */
  never: (to: string, from: string) => boolean
}

const TESTS = /(^|\/)(test|e2e|testing)\/|\/sizes\.ts$|\.test\.tsx?$|\/testing\.ts$|vitest\.config|vite\.config/
const OURS = /^(sdk|core|web|plugins|libs|bench|tools)\//
const isOurs = (to: string) => OURS.test(to)
const moduleOf = (path: string) => /^core\/src\/modules\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
const pluginOf = (path: string) => /^plugins\/([^/]+)\//.exec(path)?.[1]
/** Files without side effects, that the browser may load. */
const PURE = /\/(contract|policy|schemas|common-passwords|local-time)\.ts$|^core\/src\/platform\/i18n\/locale\.ts$/
const GENERATED = 'core/src/platform/db/generated/'

/** Import directions of the design, one by one. Tests may reach further, since they put things together. */
export const RULES: Rule[] = [
  {
    why: 'the SDK imports typebox alone',
    from: /^sdk\/src\//,
    except: /^sdk\/src\/(generator|testing)\/|\.test\.ts$/,
    never: (to) =>
      !to.startsWith('sdk/') && to !== 'typebox' && !to.startsWith('typebox/') && !to.startsWith('node:stream'),
  },
  {
    why: 'plugins, and the libraries that they share, import the SDK, such libraries and their own packages',
    from: /^(plugins\/[^/]+\/(src|widget)|libs\/[^/]+\/src|sdk\/examples)\//,
    except: TESTS,
    never: (to, from) =>
      (isOurs(to) && !/^(sdk|libs)\//.test(to) && (pluginOf(to) === undefined || pluginOf(to) !== pluginOf(from))) ||
      /^node:(fs|process|child_process)/.test(to),
  },
  {
    why: 'the platform knows neither modules nor plugins',
    from: /^core\/src\/platform\//,
    except: TESTS,
    never: (to) => to.startsWith('core/src/modules/') || to.startsWith('core/src/plugin-host/'),
  },
  {
    why: 'the plugin host knows no modules',
    from: /^core\/src\/plugin-host\//,
    except: TESTS,
    never: (to) => to.startsWith('core/src/modules/'),
  },
  {
    why: 'a module uses another one through its index, contract or policy',
    from: /^core\/src\/modules\//,
    except: TESTS,
    never: (to, from) => {
      const other = moduleOf(to)
      return other !== undefined && other !== moduleOf(from) && !/\/(index|contract|policy|schemas)\.ts$/.test(to)
    },
  },
  {
    why: 'contracts and policies run in the browser too',
    from: /^core\/src\/modules\/[^/]+\/(contract|policy|schemas)\.ts$/,
    never: (to) =>
      !PURE.test(to) &&
      !/^core\/src\/platform\/(http\/(contract|shapes)|errors\/catalogue)\.ts$/.test(to) &&
      !to.startsWith('sdk/') &&
      !/^typebox(\/|$)/.test(to),
  },
  {
    why: 'the generated client is for repositories and the platform below them',
    from: /^core\//,
    except: new RegExp(`${TESTS.source}|^core/src/platform/(db|cluster|events|jobs)/|repo\\.ts$`),
    never: (to) => to.startsWith(GENERATED),
  },
  {
    why: 'features are put together in app/',
    from: /^web\/src\/features\//,
    never: (to, from) => {
      const other = featureOf(to)
      return (other !== undefined && other !== featureOf(from)) || to.startsWith('web/src/app/')
    },
  },
  {
    why: 'the browser shares contracts and policies with the server, nothing else',
    from: /^web\/src\//,
    except: TESTS,
    never: (to) =>
      (to.startsWith('core/') && !/^core\/(contracts?|errors|modules\/[^/]+\/(contract|policy))$/.test(to)) ||
      /^(plugins|libs|bench|tools)\//.test(to),
  },
]

export const violations = (imports: Import[]): string[] =>
  imports.flatMap(({ from, to }) =>
    RULES.filter((rule) => rule.from.test(from) && !rule.except?.test(from) && rule.never(to, from)).map(
      (rule) => `${from} → ${to}\n    ${rule.why}`,
    ),
  )

/** Modules that import each other in a ring, types aside. */
export function rings(imports: Import[]): string[] {
  const uses = new Map<string, Set<string>>()
  for (const { from, to, isType } of imports) {
    const [user, used] = [moduleOf(from), moduleOf(to)]
    if (!user || !used || user === used || isType || TESTS.test(from) || PURE.test(to)) continue
    uses.set(user, (uses.get(user) ?? new Set()).add(used))
  }
  const found: string[] = []
  const walk = (name: string, path: string[]) => {
    if (path.includes(name)) {
      if (path[0] === name) found.push([...path, name].join(' → '))
      return
    }
    for (const next of uses.get(name) ?? []) walk(next, [...path, name])
  }
  for (const name of uses.keys()) walk(name, [])
  return found
}
