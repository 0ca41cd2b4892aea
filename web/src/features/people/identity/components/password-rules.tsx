import { isLongPassword, passwordRules, type PasswordRule } from '@e-events/shared/contract/common.ts'
import { limits } from '@e-events/shared/limits.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

/** The rule of a password, part by part, as each is met. A long one needs nothing else. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation()
  const isLong = isLongPassword(password)
  const parts = (Object.keys(passwordRules) as PasswordRule[]).map((rule) => ({
    rule,
    isMet: passwordRules[rule](password),
    words: t(`password.${rule}`),
  }))
  const long = { rule: 'long', isMet: isLong, words: t('password.long', { count: limits.passwordLongChars }) }
  return (
    <Box
      component="ul"
      id={id}
      aria-label={t('password.rules')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, typography: 'caption' }}
    >
      {(isLong ? [long] : [...parts, long]).map(({ rule, isMet, words }) => (
        <Box
          key={rule}
          component="li"
          data-met={isMet}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: isMet ? 'success.main' : 'text.secondary' }}
        >
          <CheckRounded aria-hidden sx={{ fontSize: 16, opacity: isMet ? 1 : 0.4 }} />
          {words}
          {rule !== 'long' || isMet ? <span className="visually-hidden">{t(isMet ? 'password.met' : 'password.missing')}</span> : null}
        </Box>
      ))}
    </Box>
  )
}
