-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "ticket_capacity" INTEGER;

-- AlterTable
ALTER TABLE "queue" ADD COLUMN     "agent_capacity" INTEGER,
ADD COLUMN     "distribution" TEXT,
ADD COLUMN     "head_start_minutes" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "distribution_turn" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "queue_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "turn" BIGSERIAL NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "distribution_turn_pkey" PRIMARY KEY ("tenant_id","queue_id","user_id")
);


-- From here on by hand: what the schema language cannot say.

alter table queue add check (distribution in ('off', 'random', 'balanced', 'fifo'));

alter table distribution_turn
  add foreign key (tenant_id, queue_id) references queue on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete cascade;
create index distribution_turn_user on distribution_turn (tenant_id, user_id);
alter table distribution_turn enable row level security;
alter table distribution_turn force row level security;
create policy own_company on distribution_turn using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- What waits for somebody is little beside what was closed.
create index ticket_waiting on ticket (tenant_id, queue_id)
 where status = 'pending' and user_id is null and snoozed_until is null and chat_flow_id is null and not is_group;

-- How much everybody has in hand.
create index ticket_held on ticket (tenant_id, user_id, queue_id) where status <> 'closed' and user_id is not null;

-- The live ticket of a contact on a channel, locked; made when there is none (reliability G-05). A group goes on in
-- the ticket that it had. Comments have a ticket per post, which is their thread. What answers a request for a rating
-- (`p_event`, null for what cannot) stays in the closed ticket and is told in `rating`.
create or replace function inbound_ticket(
  p_tenant int, p_channel channel, p_contact int, p_address int, p_group boolean, p_thread text, p_event jsonb,
  out ticket_id int, out is_new boolean, out was_snoozed boolean, out rating jsonb)
language plpgsql as $$
declare
  v_zone text;
  v_user int := p_channel.user_id;
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

  select timezone into v_zone from tenant where id = p_tenant;
  insert into ticket (tenant_id, id, protocol, status, contact_id, channel_id, address_id, thread, queue_id, user_id,
                      is_group, started_at)
  select p_tenant, n.id, to_char(now() at time zone v_zone, 'YYYYMMDDHH24MISS') || n.id,
         case when v_user is null then 'pending' else 'open' end,
         p_contact, p_channel.id, p_address, p_thread, p_channel.queue_id, v_user, p_group,
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
  values (p_tenant, ticket_id, 'create', 'customer', p_channel.queue_id, v_user);
end $$;
