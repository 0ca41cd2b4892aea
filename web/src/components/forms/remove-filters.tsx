import Button, { type ButtonProps } from '@mui/material/Button'

interface RemoveFiltersProps extends Pick<ButtonProps, 'children' | 'disabled' | 'variant' | 'color' | 'size' | 'sx'> {
  onRemove: () => void
}

/**
 * Takes away the filters of a list. It goes with them: a keyboard's focus goes on at the first control of the nearest
 * `data-filters`.
 */
export function RemoveFilters({ onRemove, ...looks }: RemoveFiltersProps) {
  return (
    <Button
      {...looks}
      onClick={({ currentTarget, detail }) => {
        // A finger would get the keyboard of the screen with it.
        const next = detail === 0 ? nearestFilters(currentTarget)?.querySelector<HTMLElement>(control) : undefined
        onRemove()
        next?.focus()
      }}
    />
  )
}

const control = ':is(input, select, button, a[href], [role="combobox"]):not([tabindex="-1"], [aria-hidden="true"], [disabled])'

function nearestFilters(from: HTMLElement): Element | null {
  for (let around = from.parentElement; around; around = around.parentElement) {
    const filters = around.querySelector('[data-filters]')
    if (filters) return filters
  }
  return null
}
