import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './import-graph.ts'

const rooms = ['shared', 'api', 'sfu', 'transcoder', 'web', 'studio', 'tests', 'scripts']
const skipped = new Set(['node_modules', 'dist', 'out', 'release', 'test-results'])
/** Builds that run beside these tests write such a file for a moment. */
const ofBuild = /\.config\.ts\..+\.mjs$/
const columns = 120

function read(folder: string, pattern: RegExp): [string, string][] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : read(file, pattern)
    return pattern.test(entry.name) && !ofBuild.test(entry.name) ? [[file, readFileSync(path.join(root, file), 'utf8')]] : []
  })
}

interface Comment {
  at: string
  text: string
  width: number
}

/** Lines that are comments and nothing else, without their signs. */
function commentsOf([file, text]: [string, string]): Comment[] {
  return text.split('\n').flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\/\*\*?|\*(?=\s)|\{\/\*)\s?(.*?)(?:\*\/\}?)?$/.exec(line)
    // A directive of the linter has to stand in one line.
    return comment && !/^ox(lint|fmt)-/.test(comment[1] ?? '')
      ? [{ at: `${file}:${index + 1}`, text: comment[1] ?? '', width: line.length }]
      : []
  })
}

const comments = rooms.flatMap((room) => read(room, /\.(ts|tsx|mjs)$/)).flatMap(commentsOf)

/** A sentence that begins with one of these words has no head noun: name the thing, or begin with the verb. */
const weakBeginning = /(?:^|[.:;!?] )(?:What|Whoever|Of) /
/** A reference to something that is not here: a number of a decision, or a section of another document. */
const danglingReference = /\bdecisions? \d|\(sections? \d|\bspecification section \d/i

const wrongIn = (all: readonly Comment[], rule: (comment: Comment) => boolean) =>
  all.filter(rule).map(({ at, text }) => `${at} ${text.slice(0, 60)}`)

describe('comments', () => {
  it('are found in every workspace', () => {
    for (const room of rooms) expect(comments.filter(({ at }) => at.startsWith(`${room}/`)).length, room).toBeGreaterThan(20)
  })

  it('begin with their noun or verb, not with Of, What or Whoever', () => {
    expect(wrongIn(comments, ({ text }) => weakBeginning.test(text))).toEqual([])
  })

  it(`are at most ${columns} columns wide`, () => {
    expect(wrongIn(comments, ({ width }) => width > columns)).toEqual([])
  })

  it('refer to decisions by name, and to no section of another document', () => {
    expect(wrongIn(comments, ({ text }) => danglingReference.test(text))).toEqual([])
  })

  it.each([
    ['// What a card shows.', 'weak'],
    ['/** Of a post alone. */', 'weak'],
    ['  /** Pure. Whoever asks gets it. */', 'weak'],
    ['// Reads a card (decision 12).', 'dangling'],
    ['// The nine switches (section 3).', 'dangling'],
    [`// ${'x'.repeat(120)}`, 'wide'],
    ['// Reads the card of a product.', 'good'],
  ])('the rules judge %s', (line, verdict) => {
    const [comment] = commentsOf(['x.ts', line])
    if (!comment) throw new Error('no comment')
    const found = weakBeginning.test(comment.text)
      ? 'weak'
      : danglingReference.test(comment.text)
        ? 'dangling'
        : comment.width > columns
          ? 'wide'
          : 'good'
    expect(found).toBe(verdict)
  })
})

describe('decisions', () => {
  const entries = [...readFileSync(path.join(root, 'docs/decisions.md'), 'utf8').matchAll(/^(\d+)\. (?:`([a-z0-9-]+)` )?/gm)]
  const names = entries.map(([, , name]) => name)

  it('have a number and a name each, once', () => {
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.filter(([, , name]) => name === undefined).map(([, number]) => number)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(entries.map(([, number]) => number)).size).toBe(entries.length)
  })

  it('are there wherever a comment or a document names one', () => {
    const documents = ['README.md', 'ARCHITECTURE.md'].map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')])
    const sources = [
      ...rooms.flatMap((room) => read(room, /\.(ts|tsx|mjs|js)$/)),
      ...read('docs', /\.md$/),
      ...read('deploy', /./),
      ...documents,
    ]
    const references = sources
      .filter(([file]) => !file.endsWith('english.test.ts'))
      .flatMap(([file, text]) =>
        [...text.matchAll(/\(decision ([a-z0-9-]+)\)|decisions\.md`?, `([a-z0-9-]+)`/g)].map(
          ([, one, other]) => [file, one ?? other] as const,
        ),
      )
    expect(references.length).toBeGreaterThan(5)
    expect(references.filter(([, name]) => !names.includes(name))).toEqual([])
  })
})
