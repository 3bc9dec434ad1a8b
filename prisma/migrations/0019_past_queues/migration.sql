-- In which queues a ticket was before, each with its first and its last message: [{"from", "until", "queueId"}], oldest
-- first. A queue of null is none. Queues are named without a reference, since one that is gone is nobody's, and what was
-- said in it stays hidden. What was written before this migration counts as written in the queue of that day.
alter table "ticket" add column "past_queues" jsonb not null default '[]';

create function ticket_left_queue() returns trigger language plpgsql as $$
declare v_from int := coalesce((old.past_queues->-1->>'until')::int, 0) + 1;
begin
  -- in a queue in which nothing was said there is nothing to hide
  if old.seq >= v_from then
    new.past_queues := old.past_queues
      || jsonb_build_array(jsonb_build_object('from', v_from, 'until', old.seq, 'queueId', old.queue_id));
  end if;
  return new;
end $$;

create trigger ticket_left_queue before update of queue_id on ticket for each row
  when (old.queue_id is distinct from new.queue_id) execute function ticket_left_queue();

-- As before, but a channel's own queue and person count only as long as they are in use.
create or replace function inbound_ticket(
  p_tenant int, p_channel channel, p_contact int, p_address int, p_group boolean, p_thread text, p_event jsonb,
  out ticket_id int, out is_new boolean, out was_snoozed boolean, out rating jsonb)
language plpgsql as $$
declare
  v_zone text;
  v_user int := p_channel.user_id;
  v_queue int := p_channel.queue_id;
begin
  is_new := false;
  was_snoozed := false;
  select t.id, t.status = 'pending' and t.snoozed_until is not null into ticket_id, was_snoozed from ticket t
   where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = p_contact and t.status <> 'closed'
     and t.thread = p_thread
   for update;
  if ticket_id is not null then return; end if;
  was_snoozed := false;

  if not p_group and p_thread = '' and p_event is not null then
    rating := rating_take(p_tenant, p_channel.id, p_contact, p_event);
    ticket_id := (rating->>'ticketId')::int;
    if ticket_id is not null then return; end if;
  end if;

  if p_group then
    update ticket t set status = 'pending', user_id = null, closed_at = null, closing_reason_id = null, snoozed_until = null
     where t.tenant_id = p_tenant and t.id = (
       select max(o.id) from ticket o
        where o.tenant_id = p_tenant and o.channel_id = p_channel.id and o.contact_id = p_contact)
    returning t.id into ticket_id;
    if ticket_id is not null then
      insert into ticket_log (tenant_id, ticket_id, type, cause) values (p_tenant, ticket_id, 'pending', 'customer');
      return;
    end if;
  else
    -- a contact of somebody's wallet waits for them alone, where the company wants it so; who of them is there to take
    -- the ticket is found out right afterwards
    if exists (
      select 1 from contact_wallet w
        join setting s on s.tenant_id = w.tenant_id and s.key = 'DirectTicketsToWallets' and s.value = 'enabled'
       where w.tenant_id = p_tenant and w.contact_id = p_contact) then
      v_user := null;
    end if;
  end if;

  -- nobody opens tickets for people who have left, or in queues that are closed
  if v_user is not null then
    select u.id into v_user from app_user u where u.tenant_id = p_tenant and u.id = v_user and u.is_active;
  end if;
  if v_queue is not null then
    select q.id into v_queue from queue q where q.tenant_id = p_tenant and q.id = v_queue and q.is_active;
  end if;
  select timezone into v_zone from tenant where id = p_tenant;
  insert into ticket (tenant_id, id, protocol, status, contact_id, channel_id, address_id, thread, queue_id, user_id,
                      is_group, started_at)
  select p_tenant, n.id, to_char(now() at time zone v_zone, 'YYYYMMDDHH24MISS') || n.id,
         case when v_user is null then 'pending' else 'open' end,
         p_contact, p_channel.id, p_address, p_thread, v_queue, v_user, p_group,
         case when v_user is null then null else now() end
    from (select nextval('ticket_id_seq')::int as id) n
  on conflict (tenant_id, channel_id, contact_id, thread) where status <> 'closed' do nothing
  returning id into ticket_id;
  if ticket_id is null then
    select t.id into ticket_id from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = p_contact and t.status <> 'closed'
       and t.thread = p_thread
     for update;
    return;
  end if;
  is_new := true;
  insert into ticket_log (tenant_id, ticket_id, type, cause, queue_id, to_user_id)
  values (p_tenant, ticket_id, 'create', 'customer', v_queue, v_user);
end $$;
