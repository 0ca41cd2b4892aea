import type { ReactNode } from 'react'
import { useDocumentMeta } from '../../components/navigation/use-document-meta.ts'
import { AuthFrame } from '../../features/people/identity/components/auth-frame.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface AuthPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The frame of every screen in front of an account; they have no bar, so language and theme stand in their head. */
export function AuthPage({ title, lead, children }: AuthPageProps) {
  useDocumentMeta({ title, noIndex: true })
  return (
    <AuthFrame
      title={title}
      lead={lead}
      tools={
        <>
          <LanguageMenu />
          <ThemeSwitch />
        </>
      }
    >
      {children}
    </AuthFrame>
  )
}
