export { changePreferences as POST } from "@/lib/preferences/change-preferences";
