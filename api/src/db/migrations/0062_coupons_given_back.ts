import type { Knex } from 'knex'

const redeemOnce = (givenBack: string) => `
  create or replace function coupons_redeem_once() returns trigger language plpgsql as $$
  begin
    ${givenBack}
    if old.redeemed_at is not null and (new.redeemed_at, new.redeemed_by) is distinct from (old.redeemed_at, old.redeemed_by) then
      raise exception 'a coupon is redeemable once' using errcode = 'check_violation', constraint = 'coupons_redeemed_once';
    end if;
    if old.redeemed_at is null and new.redeemed_at is not null then
      update coupon_batches set redeemed_count = redeemed_count + 1 where id = new.batch_id;
    end if;
    return new;
  end $$;`

/** A coupon whose line was paid back as a whole may be used again; every other one is redeemed for good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    redeemOnce(`
    if old.redeemed_at is not null and new.redeemed_at is null and new.redeemed_by is null and exists (
      select from order_items i where i.order_id = old.order_id and i.coupon_id = old.id
        and i.refunded_minor > 0 and i.refunded_minor = i.total_minor + i.buyer_fee_minor + i.support_minor) then
      update coupon_batches set redeemed_count = redeemed_count - 1 where id = new.batch_id;
      return new;
    end if;`),
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(redeemOnce(''))
}
