-- What tickets do by themselves: sleep, wake, go back, close; and what customers say of them afterwards.

alter table "ticket"
  add column "snoozed_until" timestamptz(3),
  add column "remembered_user_id" integer,
  add column "held_since" timestamptz(3),
  add column "transfer_note" text;
alter table "ticket_log" add column "note" text;
alter table "channel"
  add column "auto_pending_minutes" integer,
  add column "rating_enabled" boolean,
  add column "rating_message" text not null default '',
  add column "rating_thanks_message" text not null default '',
  add column "rating_invalid_message" text not null default '';
alter table "queue"
  add column "auto_close_minutes" integer,
  add column "auto_pending_minutes" integer;

create table "rating" (
    "tenant_id" integer not null default nullif(current_setting('app.tenant_id', true), '')::int,
    "id" serial not null,
    "ticket_id" integer not null,
    "user_id" integer,
    "state" text not null default 'waiting',
    "score" integer,
    "tries" integer not null default 0,
    "asked_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    "answered_at" timestamptz(3),

    constraint "rating_pkey" primary key ("tenant_id","id")
);

alter table ticket
  add foreign key (tenant_id, remembered_user_id) references app_user on delete set null (remembered_user_id);
alter table rating
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add constraint rating_score check (score between 1 and 5);

-- Each in the order in which its rule claims. What is forgotten is looked for among live tickets, which are few and have
-- the index `ticket_list`: one more would have to be written with every message.
create index ticket_snoozed on ticket (tenant_id, snoozed_until) where status = 'pending' and snoozed_until is not null;
create index ticket_remembered on ticket (tenant_id, remembered_user_id) where remembered_user_id is not null;
create unique index rating_waiting on rating (tenant_id, ticket_id) where state = 'waiting';
create index rating_due on rating (tenant_id, expires_at) where state = 'waiting';
create index rating_ticket on rating (tenant_id, ticket_id, asked_at desc);

alter table rating enable row level security;
alter table rating force row level security;
create policy own_company on rating using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- From 1 to 5 out of what a customer wrote or tapped: a digit, a number in words or a class ("ótimo"), alone or with such
-- words beside it that say the same ("nota 5", "5 - ótimo"); null when it is no rating.
create function rating_score(p_body text) returns int
language sql immutable parallel safe
return case when length(p_body) <= 100 then (
  select case when count(*) > 0 and count(*) = count(s.score) and count(distinct s.score) = 1 then min(s.score) end
    from regexp_split_to_table(btrim(regexp_replace(fold(p_body), '[^a-z0-9]+', ' ', 'g')), ' ') w(word)
    left join (values
      ('1', 1), ('um', 1), ('uma', 1), ('one', 1), ('uno', 1), ('una', 1), ('pessimo', 1), ('terrible', 1),
      ('pesimo', 1), ('2', 2), ('dois', 2), ('duas', 2), ('two', 2), ('dos', 2), ('ruim', 2), ('bad', 2), ('malo', 2),
      ('3', 3), ('tres', 3), ('three', 3), ('regular', 3), ('4', 4), ('quatro', 4), ('four', 4), ('cuatro', 4),
      ('bom', 4), ('good', 4), ('bueno', 4), ('5', 5), ('cinco', 5), ('five', 5), ('otimo', 5), ('excelente', 5),
      ('excellent', 5)) s(word, score) on s.word = w.word
   where w.word not in ('nota', 'estrela', 'estrelas', 'note', 'rating', 'star', 'stars', 'estrella', 'estrellas')) end;

-- Whether a message of somebody whose tickets are closed answers the request to rate the last of them: answers
-- { ratingId, ticketId, score }. A null score is the one wrong answer of few words that is let pass ("obrigado", "10");
-- whatever says more than that is to open a ticket as always, for which the answer is null, and so is the next wrong one.
-- Locks go from the ticket to its rating, here and everywhere.
create function rating_take(p_tenant int, p_channel int, p_contact int, p_event jsonb) returns jsonb
language plpgsql as $$
declare
  v_rating rating;
  v_body text := coalesce(p_event->>'body', '');
  v_is_text boolean := p_event->>'type' in ('text', 'choice');
  v_score int := case when v_is_text then rating_score(v_body) end;
  v_is_short boolean := v_is_text and length(v_body) <= 40 and position('?' in v_body) = 0
                       and array_length(regexp_split_to_array(btrim(v_body), '\s+'), 1) <= 3;
begin
  select r.* into v_rating from ticket t join rating r on r.tenant_id = t.tenant_id and r.ticket_id = t.id
   where t.tenant_id = p_tenant and t.channel_id = p_channel and t.contact_id = p_contact and t.thread = ''
     and t.status = 'closed' and r.state = 'waiting' and r.expires_at > now()
   order by r.asked_at desc limit 1;
  if not found then return null; end if;
  perform 1 from ticket t
   where t.tenant_id = p_tenant and t.id = v_rating.ticket_id and t.status = 'closed' for update;
  if not found then return null; end if;
  -- whoever held the lock before us may have brought the same message: the caller sees to it
  if exists (select 1 from message m where m.tenant_id = p_tenant and m.channel_id = p_channel
                and m.external_id = p_event->>'externalId') then
    return jsonb_build_object('ticketId', v_rating.ticket_id);
  end if;
  update rating r
     set tries = r.tries + 1, score = v_score,
         state = case when v_score is not null then 'answered'
                      when r.tries > 0 or not v_is_short then 'declined' else r.state end,
         answered_at = case when v_score is not null then now() end
   where r.tenant_id = p_tenant and r.id = v_rating.id and r.state = 'waiting'
  returning r.* into v_rating;
  if not found or v_rating.state = 'declined' then return null; end if;
  return jsonb_build_object('ratingId', v_rating.id, 'ticketId', v_rating.ticket_id, 'score', v_score);
end $$;

drop function inbound_ticket(int, channel, int, int, boolean, text);

-- The live ticket of a contact on a channel, locked; made when there is none (reliability G-05). A group goes on in
-- the ticket that it had. Comments have a ticket per post, which is their thread. What answers a request for a rating
-- (`p_event`, null for what cannot) stays in the closed ticket and is told in `rating`.
create function inbound_ticket(
  p_tenant int, p_channel channel, p_contact int, p_address int, p_group boolean, p_thread text, p_event jsonb,
  out ticket_id int, out is_new boolean, out was_snoozed boolean, out rating jsonb)
language plpgsql as $$
declare
  v_zone text;
  v_user int := p_channel.user_id;
  v_wallet int;
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
    -- the owner of a wallet gets its contacts directly, where the company wants it so
    select w.user_id into v_wallet from contact_wallet w
      join setting s on s.tenant_id = w.tenant_id and s.key = 'DirectTicketsToWallets' and s.value = 'enabled'
      join app_user u on u.tenant_id = w.tenant_id and u.id = w.user_id and u.is_active
     where w.tenant_id = p_tenant and w.contact_id = p_contact order by w.user_id limit 1;
    v_user := coalesce(v_wallet, v_user);
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

-- One message of a provider. Answers { outcome, ticketId, messageId, seq, contactId, isNewTicket, isChanged, hasPicture };
-- `isChanged` when something told of it had come before it.
create or replace function inbound_message(p_tenant int, p_channel channel, p_event jsonb, p_alone boolean) returns jsonb
language plpgsql as $$
declare
  v_external text := p_event->>'externalId';
  v_out boolean := coalesce((p_event->>'out')::boolean, false);
  v_group boolean := coalesce((p_event->>'isGroup')::boolean, false);
  v_history boolean := coalesce((p_event->>'history')::boolean, false);
  v_id uuid := (p_event->>'id')::uuid;
  v_contact int; v_address int; v_sender int; v_ticket int; v_new boolean; v_seq int;
  v_thread text := coalesce(p_event->>'thread', '');
  v_reply uuid; v_media uuid; v_ignored boolean; v_found uuid; v_picture boolean; v_other_picture boolean := false;
  v_woken boolean := false; v_rating jsonb; v_quiet boolean;
  -- under the ticket's lock, so that times rise with `seq`; taken below
  v_at timestamptz(3);
begin
  select m.id into v_found from message m
   where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = v_external;
  if v_found is null then
    select a.message_id into v_found from message_alias a
     where a.tenant_id = p_tenant and a.channel_id = p_channel.id and a.external_id = v_external;
  end if;
  if v_found is null then
    select m.id into v_found from message m where m.tenant_id = p_tenant and m.id = v_id;
    -- the echo of ours, told by our own id, brings the provider's before the answer to the send does
    if v_found is not null and v_out then
      update message m set external_id = v_external
       where m.tenant_id = p_tenant and m.id = v_found and m.channel_id = p_channel.id and m.external_id is null;
      if found and unpark(p_tenant, p_channel.id, v_external) then
        return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found, 'changed', jsonb_build_array(v_found));
      end if;
    end if;
  end if;
  if v_found is not null then return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found); end if;
  if v_group and p_channel.ignore_groups then return jsonb_build_object('outcome', 'ignored'); end if;

  select c.contact_id, c.address_id, c.has_picture into v_contact, v_address, v_picture
    from inbound_contact(p_tenant, p_channel.id, p_event->'chat', v_group, p_alone) c;
  select c.ignore into v_ignored from contact c where c.tenant_id = p_tenant and c.id = v_contact;
  if v_ignored then return jsonb_build_object('outcome', 'ignored', 'contactId', v_contact); end if;
  if p_event ? 'sender' then
    select c.contact_id, c.has_picture into v_sender, v_other_picture
      from inbound_contact(p_tenant, p_channel.id, p_event->'sender', false, p_alone) c;
  end if;

  -- The echo of a message that is just being sent would be taken for a new one: it waits for the answer.
  if v_out and exists (
    select 1 from delivery d join ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
     where d.tenant_id = p_tenant and d.channel_id = p_channel.id and d.state = 'sending' and t.contact_id = v_contact)
  then
    return jsonb_build_object('outcome', 'waiting');
  end if;

  if v_history then
    select max(t.id) into v_ticket from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = v_contact and t.thread = v_thread;
    v_new := false;
    if v_ticket is null then
      select i.ticket_id into v_ticket
        from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread, null) i;
      update ticket set status = 'closed', closed_at = now(), user_id = null
       where tenant_id = p_tenant and id = v_ticket;
    end if;
  else
    select i.ticket_id, i.is_new, i.was_snoozed and not v_out, i.rating into v_ticket, v_new, v_woken, v_rating
      from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread,
                          case when not v_out then p_event end) i;
  end if;
  -- Whoever held the ticket's lock before us may have brought the same message.
  if exists (select 1 from message m
              where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = v_external) then
    return jsonb_build_object('outcome', 'duplicate');
  end if;

  -- an answer to a request for a rating waits for nobody
  v_quiet := v_history or v_rating is not null;
  update ticket t
     set seq = t.seq + 1,
         unread_messages = t.unread_messages + case when v_out or v_quiet then 0 else 1 end,
         last_message = case when v_history then t.last_message else left(p_event->>'line', 255) end,
         last_message_at = case when v_history then t.last_message_at else now() end,
         answered = case when v_quiet then t.answered else v_out end,
         waiting_since = case when v_quiet then t.waiting_since when v_out then null
                              else coalesce(t.waiting_since, now()) end,
         last_inbound_at = case when v_out or v_history then t.last_inbound_at else now() end,
         address_id = case when v_out then t.address_id else v_address end,
         snoozed_until = case when v_woken then null else t.snoozed_until end,
         version = t.version + 1,
         updated_at = now()
   where t.tenant_id = p_tenant and t.id = v_ticket
  returning t.seq into v_seq;
  v_at := clock_timestamp();

  if p_event ? 'replyTo' then
    select m.id into v_reply from message m
     where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = p_event->>'replyTo';
    if v_reply is null then
      select a.message_id into v_reply from message_alias a
       where a.tenant_id = p_tenant and a.channel_id = p_channel.id and a.external_id = p_event->>'replyTo';
    end if;
    if v_reply is null and p_event->>'replyTo' ~ '^[0-9a-fA-F-]{36}$' then
      select m.id into v_reply from message m where m.tenant_id = p_tenant and m.id = (p_event->>'replyTo')::uuid;
    end if;
  end if;
  if p_event ? 'media' then
    v_media := (p_event->'media'->>'id')::uuid;
    if p_event->'media' ? 'ref' then
      insert into media (tenant_id, id, state, mime_type, file_name, size, channel_id, ref)
      values (p_tenant, v_media, 'pending', coalesce(p_event->'media'->>'mimeType', 'application/octet-stream'),
              p_event->'media'->>'fileName', coalesce((p_event->'media'->>'size')::bigint, 0), p_channel.id,
              p_event->'media'->>'ref');
    elsif not exists (select 1 from media m where m.tenant_id = p_tenant and m.id = v_media) then
      v_media := null;
    end if;
  end if;

  insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, send_type, type, body, content,
                       media_id, external_id, reply_to_id, status, is_forwarded, origin, sent_at, created_at)
  values (p_tenant, v_id, v_ticket, v_seq, p_channel.id, case when v_out then null else coalesce(v_sender, v_contact) end,
          v_out, p_event->>'sendType', p_event->>'type', p_event->>'body', p_event->'content', v_media, v_external,
          v_reply, case when v_out then 'sent' else 'received' end, coalesce((p_event->>'forwarded')::boolean, false), p_event->'origin',
          to_timestamp(least((p_event->>'at')::double precision / 1000, extract(epoch from now()) + 60)), v_at);

  if v_woken then
    insert into ticket_log (tenant_id, ticket_id, type, cause, to_user_id)
    select p_tenant, t.id, 'woken', 'customer', t.remembered_user_id from ticket t
     where t.tenant_id = p_tenant and t.id = v_ticket;
  end if;
  if v_rating->>'score' is not null then
    insert into ticket_log (tenant_id, ticket_id, type, cause, note, to_user_id)
    select p_tenant, v_ticket, 'rated', 'customer', v_rating->>'score', r.user_id from rating r
     where r.tenant_id = p_tenant and r.id = (v_rating->>'ratingId')::int;
  end if;

  -- what is only being imported happened long ago
  if not v_history then
    insert into domain_event (tenant_id, name, payload)
    select p_tenant, 'ticket.created', jsonb_build_object('ticketId', v_ticket, 'contactId', v_contact,
                                                           'channelId', p_channel.id, 'automatic', true) where v_new
    union all
    select p_tenant, 'ticket.woken', jsonb_build_object('ticketId', v_ticket, 'cause', 'customer') where v_woken
    union all
    -- whoever replies does so once, under this id
    select p_tenant, 'rating.answered', v_rating || jsonb_build_object('replyId', gen_random_uuid())
     where v_rating is not null
    union all
    select p_tenant, 'message.received', jsonb_build_object('ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq);
  end if;
  return jsonb_build_object('outcome', 'applied', 'ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq,
                            'contactId', v_contact, 'isNewTicket', v_new,
                            'isChanged', unpark(p_tenant, p_channel.id, v_external), 'replyToId', v_reply, 'mediaId', v_media,
                            'hasPicture', v_picture or v_other_picture, 'at', extract(epoch from v_at) * 1000);
end $$;
