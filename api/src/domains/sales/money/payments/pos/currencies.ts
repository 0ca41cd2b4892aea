/** ISO 4217 numbers, by which terminals name currencies. */
export const currencyNumbers: Readonly<Record<string, string>> = {
  EUR: '978',
  USD: '840',
  GBP: '826',
  CHF: '756',
  JPY: '392',
  CAD: '124',
  AUD: '036',
  MXN: '484',
  BRL: '986',
  COP: '170',
  ARS: '032',
  CLP: '152',
  PEN: '604',
  UYU: '858',
  SEK: '752',
  NOK: '578',
  DKK: '208',
  PLN: '985',
}

export const currencyOfNumber = (number: string): string | undefined =>
  Object.keys(currencyNumbers).find((code) => currencyNumbers[code] === number.padStart(3, '0'))
