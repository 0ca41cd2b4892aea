import type { SiteInfo } from '@e-events/shared/contract/settings/site.ts'

export type SiteInfoReader = () => Promise<SiteInfo>

export interface SiteInfoDeps {
  /** The address that the site's own settings name, if they name one. */
  findSupportEmail: () => Promise<string | null>
  /** The address of the environment, and what it says of the operator. */
  configured: SiteInfo
}

export function createSiteInfo({ findSupportEmail, configured }: SiteInfoDeps): SiteInfoReader {
  return async () => ({ ...configured, supportEmail: (await findSupportEmail()) ?? configured.supportEmail })
}
