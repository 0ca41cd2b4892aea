import { type AnchorHTMLAttributes, type Ref } from 'react'
import { Link } from 'react-router'

interface RouterLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * Component that MUI renders for an `href`: real links, followed without loading the page anew where they stay inside
 * this app.
 */
export function RouterLink({ href, ref, ...rest }: RouterLinkProps) {
  const isOutside = /^[a-z]+:|^\/studio\//.test(href)
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content comes with the props
  return isOutside ? <a ref={ref} href={href} {...rest} /> : <Link ref={ref} to={href} {...rest} />
}
