import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

// Options are made per request: the environment is not known while Next builds.
function handler(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, nextAuthOptions());
}

export { handler as GET, handler as POST };
