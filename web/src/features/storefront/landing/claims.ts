/** Claims of the brand about itself. 'Over' is said in words. */
export const claims = { currencies: 130, artistCountries: 33, salesCountries: 50 } as const
