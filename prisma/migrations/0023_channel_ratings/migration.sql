-- How often a channel asks for a rating, how long it waits for one and what it says when nobody waits any longer.
-- Null and the empty text stand for what the company has.
alter table "channel"
  add column "rating_interval_hours" int,
  add column "rating_wait_minutes" int,
  add column "rating_expiry_message" text not null default '',
  add constraint channel_rating_interval check (rating_interval_hours between 0 and 8760),
  add constraint channel_rating_wait check (rating_wait_minutes between 1 and 10080);
