/** SQL: the chapters of product `p`, as `[{title, startMs}]` in their order. */
export const chaptersOfProduct = `(select coalesce(jsonb_agg(jsonb_build_object('title', h.title, 'startMs', h.start_ms) order by h.start_ms), '[]')
  from product_chapters h where h.product_id = p.id)`
