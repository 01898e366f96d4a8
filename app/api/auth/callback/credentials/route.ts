import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/identity/sessions/next-auth-options";
import { answerSignIn } from "@/lib/identity/sessions/sign-in-form";

// The one endpoint of next-auth in use; the others are not served.
const context = { params: Promise.resolve({ nextauth: ["callback", "credentials"] }) };

export function POST(request: NextRequest): Promise<Response> {
  // Options are made per request: the environment is not known while Next builds.
  const options = nextAuthOptions(request);
  return answerSignIn(request, (form) => NextAuth(form, context, options));
}
