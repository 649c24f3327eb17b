import { Outlet } from '@tanstack/react-router'

/** Everything around a signed-in screen. */
export const Shell = () => <Outlet />
