import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * Runs axe on a page by WCAG 2.2 A and AA and its own best practices: rule and place of each violation. With `rules`
 * only these.
 */
export async function accessibilityFaults(page: Page, { rules }: { rules?: string[] } = {}): Promise<string[]> {
  // Neither what passed nor a page of its own to join the results of frames in: that is most of its time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

/** Rules that depend on the colours of a page only. */
export const colourRules = ['color-contrast', 'link-in-text-block']
