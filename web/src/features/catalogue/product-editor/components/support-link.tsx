import Link from '@mui/material/Link'
import { paths } from '../../../../config/paths.ts'
import { useSiteInfo } from '../../../../lib/site.ts'
import { useTranslation } from 'react-i18next'

/**
 * A sentence with the support address in place of `{email}`: a link to write, or to the form of the help centre while
 * there is no address.
 */
export function SupportLink({ text }: { text: string }) {
  const { t } = useTranslation('product-editor')
  const email = useSiteInfo()?.supportEmail
  const [before, after] = text.split('{email}')
  return (
    <>
      {before}
      <Link href={email ? `mailto:${email}` : paths.help}>{email ?? t('support')}</Link>
      {after}
    </>
  )
}
