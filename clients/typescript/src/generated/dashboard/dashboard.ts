import type {
  DashboardStatsResponse,
  MonthlyUsageResponse,
  PaymentDashboardResponse,
  RecentActivityResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Traffic and spending of the last six months.
 */
export const getMonthlyUsageUrl = () => {


  

  return `/api/v1/dashboard/monthly-usage`
}

export const monthlyUsage = async ( options?: RequestOptions): Promise<MonthlyUsageResponse> => {
  
  return request<MonthlyUsageResponse>(getMonthlyUsageUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The five latest transactions.
 */
export const getRecentActivityUrl = () => {


  

  return `/api/v1/dashboard/recent-activity`
}

export const recentActivity = async ( options?: RequestOptions): Promise<RecentActivityResponse> => {
  
  return request<RecentActivityResponse>(getRecentActivityUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The four figures of the dashboard with their change over 30 days.
 */
export const getDashboardStatsUrl = () => {


  

  return `/api/v1/dashboard/stats`
}

export const dashboardStats = async ( options?: RequestOptions): Promise<DashboardStatsResponse> => {
  
  return request<DashboardStatsResponse>(getDashboardStatsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Everything the customer's dashboard shows.
 */
export const getPaymentDashboardUrl = () => {


  

  return `/api/v1/payments/dashboard`
}

export const paymentDashboard = async ( options?: RequestOptions): Promise<PaymentDashboardResponse> => {
  
  return request<PaymentDashboardResponse>(getPaymentDashboardUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


