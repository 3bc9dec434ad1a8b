-- Notes that a company writes on its tickets, and messages that wait a moment in which they can be undone.

create table "ticket_note" (
    "tenant_id" integer not null default nullif(current_setting('app.tenant_id', true), '')::int,
    "id" serial not null,
    "ticket_id" integer not null,
    "user_id" integer,
    "user_name" text not null,
    "body" text not null,
    "mentions" jsonb not null default '[]',
    "edited_at" timestamptz(3),
    "created_at" timestamptz(3) not null,

    constraint "ticket_note_pkey" primary key ("tenant_id","id")
);

alter table ticket_note
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);
create index ticket_note_ticket on ticket_note (tenant_id, ticket_id, id desc);
create index ticket_note_user on ticket_note (tenant_id, user_id) where user_id is not null;

alter table ticket_note enable row level security;
alter table ticket_note force row level security;
create policy own_company on ticket_note using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- Until when a message waits, and what its ticket said before it; both are null as soon as it is on its way.
alter table "message"
  add column "held_until" timestamptz(3),
  add column "held_before" jsonb;

-- As before; items may carry `hold`, the seconds for which they wait. That they are sent is an event only when they are.
create or replace function message_append(p_tenant int, p_ticket int, p_items jsonb) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare v_ticket ticket; v_count int := jsonb_array_length(p_items); v_last jsonb := p_items->-1; v_at timestamptz(3);
        v_bot boolean := v_last->>'sendType' in ('bot', 'schedule');
        v_hold interval := make_interval(secs => (v_last->>'hold')::int); v_before jsonb;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if v_hold is not null then
    select jsonb_build_object('lastMessage', t.last_message, 'lastMessageAt', t.last_message_at, 'answered', t.answered,
                              'waitingSince', t.waiting_since)
      into v_before from ticket t where t.tenant_id = p_tenant and t.id = p_ticket for update;
  end if;
  update ticket t
     set seq = t.seq + v_count, last_message = left(v_last->>'line', 255), last_message_at = now(),
         -- a customer whom only a machine answered still waits, whoever wrote its text beforehand
         answered = t.answered or not v_bot,
         unread_messages = case when v_bot then t.unread_messages else 0 end,
         waiting_since = case when v_bot then t.waiting_since end,
         version = t.version + 1, updated_at = now()
   where t.tenant_id = p_tenant and t.id = p_ticket
  returning * into v_ticket;
  if not found then return jsonb_build_object('missing', true); end if;
  v_at := clock_timestamp();

  insert into message (tenant_id, id, ticket_id, seq, channel_id, user_id, from_me, send_type, type, body, content,
                       media_id, reply_to_id, is_forwarded, status, sent_at, created_at, held_until, held_before)
  select p_tenant, (i.v->>'id')::uuid, p_ticket, v_ticket.seq - v_count + i.n::int, v_ticket.channel_id,
         (i.v->>'userId')::int, true, i.v->>'sendType', i.v->>'type', i.v->>'body', i.v->'content',
         (i.v->>'mediaId')::uuid, (i.v->>'replyToId')::uuid,
         coalesce((i.v->>'isForwarded')::boolean, false), 'queued', v_at, v_at, v_at + v_hold, v_before
    from jsonb_array_elements(p_items) with ordinality i(v, n);
  insert into delivery (tenant_id, id, channel_id, ticket_id, message_id, payload, due_at)
  select p_tenant, gen_random_uuid(), v_ticket.channel_id, p_ticket, (i.v->>'id')::uuid, coalesce(i.v->'payload', '{}'),
         coalesce(v_at + v_hold, now())
    from jsonb_array_elements(p_items) with ordinality i(v, n) order by i.n;
  if v_hold is null then
    insert into domain_event (tenant_id, name, payload)
    select p_tenant, 'message.sent', jsonb_build_object('ticketId', p_ticket, 'messageId', i.v->>'id',
                                                        'seq', v_ticket.seq - v_count + i.n)
      from jsonb_array_elements(p_items) with ordinality i(v, n);
  end if;
  return jsonb_build_object('seq', v_ticket.seq, 'channelId', v_ticket.channel_id, 'version', v_ticket.version,
                            'at', extract(epoch from v_at) * 1000,
                            'ticketAt', extract(epoch from v_ticket.updated_at) * 1000);
end $$;

-- What waited is on its way, and can no longer be undone.
create function message_released() returns trigger
language plpgsql as $$
begin
  insert into domain_event (tenant_id, name, payload)
  values (new.tenant_id, 'message.sent',
          jsonb_build_object('ticketId', new.ticket_id, 'messageId', new.id, 'seq', new.seq));
  new.held_until := null;
  new.held_before := null;
  return new;
end $$;
create trigger message_released before update of status on message
  for each row when (old.held_until is not null and new.status = 'sending') execute function message_released();

-- Takes back a message that still waits: of it nothing is left but its number, and the ticket is as it would be without
-- it. Answers whether it still waited.
create function message_undo(p_tenant int, p_message uuid) returns boolean
language plpgsql as $$
declare v_ticket int; v_message message;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  select m.ticket_id into v_ticket from message m where m.tenant_id = p_tenant and m.id = p_message;
  -- locks go from the ticket to its messages, as when they are appended
  perform 1 from ticket t where t.tenant_id = p_tenant and t.id = v_ticket for update;
  delete from delivery d
   where d.tenant_id = p_tenant and d.message_id = p_message and d.kind = 'send' and d.state = 'queued';
  if not found then return false; end if;
  select * into v_message from message m
   where m.tenant_id = p_tenant and m.id = p_message and m.held_until is not null for update;
  if not found then raise exception 'a message was undone that did not wait'; end if;

  update message m
     set is_deleted = true, status = 'failed', fail_code = 'UNDONE', type = 'text', body = '',
         content = '{"type": "text", "text": ""}', media_id = null, reply_to_id = null, held_until = null,
         held_before = null, updated_at = now()
   where m.tenant_id = p_tenant and m.id = p_message;
  update message m set held_before = v_message.held_before
   where m.tenant_id = p_tenant and m.ticket_id = v_ticket and m.held_until is not null
     and m.seq = (select min(n.seq) from message n
                   where n.tenant_id = p_tenant and n.ticket_id = v_ticket and n.seq > v_message.seq
                     and n.fail_code is distinct from 'UNDONE');
  update ticket t
     set last_message = case when s.is_last then v_message.held_before->>'lastMessage' else t.last_message end,
         last_message_at = case when s.is_last then (v_message.held_before->>'lastMessageAt')::timestamptz
                                else t.last_message_at end,
         answered = case when s.is_answered then t.answered else (v_message.held_before->>'answered')::boolean end,
         waiting_since = case when s.is_answered or t.status = 'closed' then t.waiting_since
                              else coalesce((v_message.held_before->>'waitingSince')::timestamptz, t.waiting_since) end,
         version = t.version + 1, updated_at = now()
    from (select count(*) = 0 is_last, count(*) filter (where n.from_me and n.send_type not in ('bot', 'schedule')) > 0 is_answered
            from message n
           where n.tenant_id = p_tenant and n.ticket_id = v_ticket and n.seq > v_message.seq
             and n.fail_code is distinct from 'UNDONE') s
   where t.tenant_id = p_tenant and t.id = v_ticket;
  return true;
end $$;
