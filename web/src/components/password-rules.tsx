import { passwordRules, type PasswordRule } from '@e-events/shared/contract/common.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

/** The rule of a password, part by part, as each is met. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      id={id}
      aria-label={t('password.rules')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, typography: 'caption' }}
    >
      {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
        const isMet = passwordRules[rule](password)
        return (
          <Box
            key={rule}
            component="li"
            data-met={isMet}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: isMet ? 'success.main' : 'text.secondary' }}
          >
            <CheckRounded aria-hidden sx={{ fontSize: 16, opacity: isMet ? 1 : 0.4 }} />
            {t(`password.${rule}`)}
            <span className="visually-hidden">{t(isMet ? 'password.met' : 'password.missing')}</span>
          </Box>
        )
      })}
    </Box>
  )
}
