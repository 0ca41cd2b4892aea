import type { SiteInfo } from '@e-events/shared/contract/settings/site.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { parseProse, type Block } from '../../../components/prose/parse-prose.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { factsIn, withFacts } from '../../../lib/facts.ts'

const files = import.meta.glob<string>('./content/*.md', { query: '?raw', import: 'default' })

/** The text of a language as it is written: who runs the site is filled in when it is known. */
export async function loadLegal(language: Language): Promise<string> {
  const read = files[`./content/${language}.md`]
  if (!read) throw new Error(`no legal text in ${language}`)
  return read()
}

export interface OperatorWords {
  /** For what the operator did not configure. */
  notConfigured: string
  /** For everything, while the server has not answered. */
  unknown: string
}

export function fillLegal(
  source: string,
  { language, site, words }: { language: Language; site: SiteInfo | undefined; words: OperatorWords },
): Block[] {
  const of = (value: string | null | undefined) => (site ? (value ?? `*${words.notConfigured}*`) : words.unknown)
  const privacyEmail = site?.operator.dataProtectionEmail
  return parseProse(
    withFacts(source, {
      ...factsIn(language),
      privacyVersion,
      operatorName: of(site?.operator.name),
      operatorTaxId: of(site?.operator.taxId),
      operatorAddress: of(site?.operator.address),
      operatorRegistry: of(site?.operator.registry),
      // Without an address of its own, data protection is answered by support.
      privacyEmail: privacyEmail ? `[${privacyEmail}](mailto:${privacyEmail})` : '{email}',
    }),
  )
}

/** Facts that the law of most countries requires. */
export function isOperatorComplete({ operator }: SiteInfo): boolean {
  return operator.name !== null && operator.taxId !== null && operator.address !== null
}
