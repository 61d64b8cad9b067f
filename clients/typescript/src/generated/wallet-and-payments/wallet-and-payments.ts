import type {
  BalanceResponse,
  CheckedTransfersResponse,
  CouponQuoteDto,
  CouponQuoteResponse,
  GetReferralsParams,
  InitializeTopupDto,
  InitializeTopupResponse,
  InvoiceListResponse,
  IssueInvoiceDto,
  IssuedInvoiceResponse,
  ListInvoicesParams,
  ListTransactionsParams,
  NairaAccountResponse,
  OpenNairaAccountDto,
  PaymentCheckoutResponse,
  PaymentStatementParams,
  PaymentStatsParams,
  PaymentStatsResponse,
  RecentTransactionsParams,
  RecentTransactionsResponse,
  ReferralsResponse,
  TransactionListResponse,
  TransactionsParams,
  VerifyPaymentParams,
  VerifyPaymentResponse,
  WalletResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary The wallet balance only.
 */
export const getGetWalletBalanceUrl = () => {


  

  return `/api/v1/wallet/balance`
}

export const getWalletBalance = async ( options?: RequestOptions): Promise<BalanceResponse> => {
  
  return request<BalanceResponse>(getGetWalletBalanceUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * The wallet is credited only when the provider's API confirms the payment; the redirect from the checkout confirms nothing.
 * @summary Starts a wallet top-up and returns the checkout page to open in the browser.
 */
export const getInitializeTopupUrl = () => {


  

  return `/api/v1/payments/initialize-topup`
}

export const initializeTopup = async (initializeTopupDto: InitializeTopupDto, options?: RequestOptions): Promise<InitializeTopupResponse> => {
  
  return request<InitializeTopupResponse>(getInitializeTopupUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      initializeTopupDto,)
  }
);}


/**
 * Idempotent: a payment is credited exactly once.
 * @summary Verifies one of your top-ups with the provider and settles it when it is paid.
 */
export const getVerifyPaymentUrl = (params: VerifyPaymentParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/verify?${stringifiedParams}` : `/api/v1/payments/verify`
}

export const verifyPayment = async (params: VerifyPaymentParams, options?: RequestOptions): Promise<VerifyPaymentResponse> => {
  
  return request<VerifyPaymentResponse>(getVerifyPaymentUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * A transaction that moved money belongs to the day on which it did, any other to the day on which it was created.
 * @summary All transactions, newest first, paginated, with the balances of the period from `from` to `to`.
 */
export const getListTransactionsUrl = (params?: ListTransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/transactions?${stringifiedParams}` : `/api/v1/payments/transactions`
}

export const listTransactions = async (params?: ListTransactionsParams, options?: RequestOptions): Promise<TransactionListResponse> => {
  
  return request<TransactionListResponse>(getListTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Its first row is the opening balance, its last the closing balance, both in the column `Balance after`; between them, successful and refunded transactions add up to the difference, to the kobo. A transaction that moved money is listed on the day on which it did.
 * @summary All transactions of a date range, oldest first, as a CSV file.
 */
export const getPaymentStatementUrl = (params: PaymentStatementParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/statement?${stringifiedParams}` : `/api/v1/payments/statement`
}

export const paymentStatement = async (params: PaymentStatementParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getPaymentStatementUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Spending, top-ups and success rate.
 */
export const getPaymentStatsUrl = (params?: PaymentStatsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/stats?${stringifiedParams}` : `/api/v1/payments/stats`
}

export const paymentStats = async (params?: PaymentStatsParams, options?: RequestOptions): Promise<PaymentStatsResponse> => {
  
  return request<PaymentStatsResponse>(getPaymentStatsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The newest transactions.
 */
export const getRecentTransactionsUrl = (params?: RecentTransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/transactions/recent?${stringifiedParams}` : `/api/v1/payments/transactions/recent`
}

export const recentTransactions = async (params?: RecentTransactionsParams, options?: RequestOptions): Promise<RecentTransactionsResponse> => {
  
  return request<RecentTransactionsResponse>(getRecentTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The receipt of one of your completed top-ups, purchases or refunds, as PDF.
 */
export const getTransactionReceiptUrl = (id: number,) => {


  

  return `/api/v1/payments/transactions/${id}/receipt`
}

export const transactionReceipt = async (id: number, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getTransactionReceiptUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Repeating it changes nothing. The provider's checkout page stays open: a payment made there afterwards is still credited, once.
 * @summary Closes one of your pending top-ups on your statement.
 */
export const getCancelPaymentUrl = (reference: string,) => {


  

  return `/api/v1/payments/${reference}/cancel`
}

export const cancelPayment = async (reference: string, options?: RequestOptions): Promise<PaymentCheckoutResponse> => {
  
  return request<PaymentCheckoutResponse>(getCancelPaymentUrl(reference),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary One of your top-ups: its status, and its checkout page while it can be paid.
 */
export const getGetPaymentCheckoutUrl = (reference: string,) => {


  

  return `/api/v1/payments/${reference}/checkout`
}

export const getPaymentCheckout = async (reference: string, options?: RequestOptions): Promise<PaymentCheckoutResponse> => {
  
  return request<PaymentCheckoutResponse>(getGetPaymentCheckoutUrl(reference),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Alias of `GET /payments/transactions`.
 */
export const getTransactionsUrl = (params?: TransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/transactions?${stringifiedParams}` : `/api/v1/transactions`
}

export const transactions = async (params?: TransactionsParams, options?: RequestOptions): Promise<TransactionListResponse> => {
  
  return request<TransactionListResponse>(getTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Send it as `coupon` of POST /payments/initialize-topup.
 * @summary What a code would add to a top-up.
 */
export const getQuoteCouponUrl = () => {


  

  return `/api/v1/user/coupons/quote`
}

export const quoteCoupon = async (couponQuoteDto: CouponQuoteDto, options?: RequestOptions): Promise<CouponQuoteResponse> => {
  
  return request<CouponQuoteResponse>(getQuoteCouponUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      couponQuoteDto,)
  }
);}


/**
 * @summary Your invoices and credit notes, newest first.
 */
export const getListInvoicesUrl = (params?: ListInvoicesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/invoices?${stringifiedParams}` : `/api/v1/user/invoices`
}

export const listInvoices = async (params?: ListInvoicesParams, options?: RequestOptions): Promise<InvoiceListResponse> => {
  
  return request<InvoiceListResponse>(getListInvoicesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * It names your billing details. A transaction has one invoice: a repeated call returns it. Refunds, earlier and later ones, get credit notes.
 * @summary Issues the invoice of one of your completed purchases, renewals or additions of traffic.
 */
export const getIssueInvoiceUrl = () => {


  

  return `/api/v1/user/invoices`
}

export const issueInvoice = async (issueInvoiceDto: IssueInvoiceDto, options?: RequestOptions): Promise<IssuedInvoiceResponse> => {
  
  return request<IssuedInvoiceResponse>(getIssueInvoiceUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      issueInvoiceDto,)
  }
);}


/**
 * @summary One of your invoices or credit notes, as PDF.
 */
export const getInvoicePdfUrl = (id: number,) => {


  

  return `/api/v1/user/invoices/${id}/pdf`
}

export const invoicePdf = async (id: number, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getInvoicePdfUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Your account number at a bank: what is transferred to it is in your wallet within a minute.
 */
export const getGetNairaAccountUrl = () => {


  

  return `/api/v1/user/naira-account`
}

export const getNairaAccount = async ( options?: RequestOptions): Promise<NairaAccountResponse> => {
  
  return request<NairaAccountResponse>(getGetNairaAccountUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Your BVN or NIN is passed on and not stored.
 * @summary Asks the bank for an account number in your name, once.
 */
export const getOpenNairaAccountUrl = () => {


  

  return `/api/v1/user/naira-account`
}

export const openNairaAccount = async (openNairaAccountDto: OpenNairaAccountDto, options?: RequestOptions): Promise<NairaAccountResponse> => {
  
  return request<NairaAccountResponse>(getOpenNairaAccountUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      openNairaAccountDto,)
  }
);}


/**
 * Idempotent.
 * @summary Asks the bank for transfers that have not been credited yet, and credits them.
 */
export const getCheckTransfersUrl = () => {


  

  return `/api/v1/user/naira-account/check`
}

export const checkTransfers = async ( options?: RequestOptions): Promise<CheckedTransfersResponse> => {
  
  return request<CheckedTransfersResponse>(getCheckTransfersUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary Your invitation link, what it brings, and the customers who followed it.
 */
export const getGetReferralsUrl = (params?: GetReferralsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/referrals?${stringifiedParams}` : `/api/v1/user/referrals`
}

export const getReferrals = async (params?: GetReferralsParams, options?: RequestOptions): Promise<ReferralsResponse> => {
  
  return request<ReferralsResponse>(getGetReferralsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The wallet balance with the statistics of the current month, and what is left of your limits as a member of a team.
 */
export const getGetWalletUrl = () => {


  

  return `/api/v1/wallet`
}

export const getWallet = async ( options?: RequestOptions): Promise<WalletResponse> => {
  
  return request<WalletResponse>(getGetWalletUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


