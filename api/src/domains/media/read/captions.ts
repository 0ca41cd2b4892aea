/** The folder of a product's caption files: a token that opens it opens no others. */
export const captionsPrefix = (productId: string) => `captions/${productId}`

/** SQL: the caption files of product `p`, as `[{language, storage_key}]`. */
export const captionsOfProduct = `(select coalesce(jsonb_agg(jsonb_build_object('language', t.language, 'storage_key', t.storage_key) order by t.language), '[]')
  from captions t where t.product_id = p.id)`
