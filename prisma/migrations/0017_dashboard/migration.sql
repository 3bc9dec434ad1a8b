-- What the dashboard and the service panel count and measure.

-- Seconds that the customer waited for the first words of a person, from their first unanswered message on; null as long
-- as there were none. Whatever machines say does not count.
alter table "ticket" add column "first_reply_seconds" integer;

create function ticket_first_reply() returns trigger language plpgsql as $$
begin
  new.first_reply_seconds := least(greatest(extract(epoch from now() - old.waiting_since), 0), 2147483647)::int;
  return new;
end $$;

-- Closing ends the waiting too, but answers nothing.
create trigger ticket_first_reply before update of waiting_since on ticket for each row
  when (old.first_reply_seconds is null and old.waiting_since is not null and new.waiting_since is null
        and new.status <> 'closed')
  execute function ticket_first_reply();

-- Live tickets are few and have the index `ticket_list`; each of their messages would have to be written into these two.
create index ticket_created on ticket (tenant_id, created_at) where status = 'closed';
create index ticket_closed_at on ticket (tenant_id, closed_at) where status = 'closed';
