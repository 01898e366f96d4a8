/**
 * Every check whose failure is recorded, by the name that the failure log and its filter use. Names never change:
 * developers search and alert by them.
 */
export const checkNames = [
  // The form of the request.
  "body_form",
  "body_size",
  "content_type",
  "credentials_in_address",
  "origin",
  "parameter_form",
  "parameter_once",
  "parameter_present",
  "path",
  // The caller.
  "access_token",
  "access_token_live",
  "access_token_scope",
  "attempt_limit",
  "client_active",
  "client_authentication",
  "client_known",
  "client_not_suspended",
  "client_organization",
  "client_secret",
  "publisher_active",
  "subject_active",
  // Authorize.
  "code_challenge",
  "grant_registered",
  "listing",
  "login",
  "membership",
  "prompt",
  "pushed_request",
  "redirect_uri_registered",
  "response_type",
  "sandbox_callback",
  "scope_form",
  "scope_of_company",
  "scope_registered",
  "second_factor",
  "state",
  // Consent.
  "consent_decision",
  "consent_form",
  "consent_given",
  "consent_open",
  "consent_person",
  "consent_role",
  // Codes and refresh tokens.
  "code_form",
  "code_fresh",
  "code_known",
  "code_online",
  "code_unused",
  "code_verifier",
  "company",
  "grant_live",
  "grant_type",
  "redirect_uri_same",
  "refresh_token_code",
  "refresh_token_form",
  "refresh_token_fresh",
  "refresh_token_known",
  "refresh_token_unreplaced",
  "scope_granted",
  "seller_belongs",
  "session_live",
  // The gate.
  "gate_rule",
  // Anything else.
  "request",
] as const;

export type CheckName = (typeof checkNames)[number];
