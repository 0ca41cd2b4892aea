import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** One import: `to` is a path of the tree (`shared/src/limits.ts`), `node:fs`, or `npm:react`. */
export interface Edge {
  from: string
  to: string
  /** Only types are imported: nothing of it is there when the code runs. */
  isType?: boolean
}

/** Path of the tree → its text. */
export type Sources = Map<string, string>

const WORKSPACES = ['shared', 'api', 'sfu', 'transcoder', 'web', 'studio', 'tests']
const SKIPPED = new Set(['node_modules', 'dist', 'out', 'release'])

export function readSources(folders: string[] = WORKSPACES): Sources {
  const sources: Sources = new Map()
  const visit = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) visit(file)
      } else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) sources.set(file, readFileSync(path.join(root, file), 'utf8'))
    }
  }
  for (const folder of folders) visit(folder)
  return sources
}

export function edgesOf(sources: Sources): Edge[] {
  return [...sources].flatMap(([from, text]) =>
    importsOf(from, text).map(({ specifier, isType }) => ({ from, to: resolve(from, specifier), isType })),
  )
}

/**
 * Imports of a file, in every form: static, type-only, re-exported, dynamic, `import()` types, new URL(…,
 * import.meta.url) aside.
 * @throws where a file does not parse
 */
export function specifiersOf(file: string, text: string): string[] {
  return importsOf(file, text).map(({ specifier }) => specifier)
}

function importsOf(file: string, text: string): { specifier: string; isType: boolean }[] {
  const found = new Map<string, boolean>()
  const add = (specifier: string, isType: boolean) => found.set(specifier, isType && (found.get(specifier) ?? true))
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const { type, source } = node
    if (IMPORTING.has(type) && isNode(source) && typeof source['value'] === 'string') add(source['value'], isTypeOnly(node))
    if (type === 'CallExpression' && isNode(node['callee']) && node['callee']['name'] === 'require') {
      const [first] = node['arguments'] as unknown[]
      if (isNode(first) && typeof first['value'] === 'string') add(first['value'], false)
    }
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) visit(value)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return [...found].map(([specifier, isType]) => ({ specifier, isType }))
}

/** `import type`, `export type … from`, an `import()` type, or nothing but `type` specifiers between the braces. */
function isTypeOnly(node: AstNode): boolean {
  if (node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type') return true
  const specifiers = node['specifiers']
  return (
    node.type === 'ImportDeclaration' &&
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every((one) => isNode(one) && one['importKind'] === 'type')
  )
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
])

interface AstNode extends Record<string, unknown> {
  type: string
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string'

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  if (specifier.startsWith('node:')) return specifier
  const [scope, name, ...rest] = specifier.split('/')
  if (scope !== '@e-events') return `npm:${specifier}`
  const inside = rest.join('/')
  if (name !== 'shared') return `${name}/${inside}`
  // The same map as the `exports` of shared/package.json.
  return /^(client|node|rtc|ui)\//.test(inside) ? `shared/${inside}` : `shared/src/${inside}`
}
