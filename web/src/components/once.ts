/** A double click is one click: the second one may come before a button can show that it was pressed. */
export const once = (action: () => void) => (event: { detail: number }) => {
  if (event.detail < 2) action()
}
