import audit from "@/lib/core/i18n/messages/en/audit.json" with { type: "json" };
import brand from "@/lib/core/i18n/messages/en/brand.json" with { type: "json" };
import causes from "@/lib/core/i18n/messages/en/causes.json" with { type: "json" };
import client from "@/lib/core/i18n/messages/en/client.json" with { type: "json" };
import clientFields from "@/lib/core/i18n/messages/en/client-fields.json" with { type: "json" };
import clientForm from "@/lib/core/i18n/messages/en/client-form.json" with { type: "json" };
import clientPages from "@/lib/core/i18n/messages/en/client-pages.json" with { type: "json" };
import clientWords from "@/lib/core/i18n/messages/en/client-words.json" with { type: "json" };
import clients from "@/lib/core/i18n/messages/en/clients.json" with { type: "json" };
import consent from "@/lib/core/i18n/messages/en/consent.json" with { type: "json" };
import developer from "@/lib/core/i18n/messages/en/developer.json" with { type: "json" };
import docs from "@/lib/core/i18n/messages/en/docs.json" with { type: "json" };
import errors from "@/lib/core/i18n/messages/en/errors.json" with { type: "json" };
import events from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };
import extensions from "@/lib/core/i18n/messages/en/extensions.json" with { type: "json" };
import firstSteps from "@/lib/core/i18n/messages/en/first-steps.json" with { type: "json" };
import logo from "@/lib/core/i18n/messages/en/logo.json" with { type: "json" };
import mail from "@/lib/core/i18n/messages/en/mail.json" with { type: "json" };
import overview from "@/lib/core/i18n/messages/en/overview.json" with { type: "json" };
import palette from "@/lib/core/i18n/messages/en/palette.json" with { type: "json" };
import people from "@/lib/core/i18n/messages/en/people.json" with { type: "json" };
import plainPages from "@/lib/core/i18n/messages/en/plain-pages.json" with { type: "json" };
import platform from "@/lib/core/i18n/messages/en/platform.json" with { type: "json" };
import profile from "@/lib/core/i18n/messages/en/profile.json" with { type: "json" };
import provider from "@/lib/core/i18n/messages/en/provider.json" with { type: "json" };
import requests from "@/lib/core/i18n/messages/en/requests.json" with { type: "json" };
import review from "@/lib/core/i18n/messages/en/review.json" with { type: "json" };
import scopes from "@/lib/core/i18n/messages/en/scopes.json" with { type: "json" };
import settings from "@/lib/core/i18n/messages/en/settings.json" with { type: "json" };
import shell from "@/lib/core/i18n/messages/en/shell.json" with { type: "json" };
import signIn from "@/lib/core/i18n/messages/en/sign-in.json" with { type: "json" };

/** The English messages by namespace, except those that code has too. A namespace is a file. */
export const en = {
  audit,
  brand,
  causes,
  client,
  clientFields,
  clientForm,
  clientPages,
  clientWords,
  clients,
  consent,
  developer,
  docs,
  errors,
  events,
  extensions,
  firstSteps,
  logo,
  mail,
  overview,
  palette,
  people,
  plainPages,
  platform,
  profile,
  provider,
  requests,
  review,
  scopes,
  settings,
  shell,
  signIn,
};
